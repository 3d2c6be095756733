// SPDX-License-Identifier: BSD-2-Clause
// Prints what gimli's addr2line finds: gimli-frames FILE < ADDRESSES
//
// ADDRESSES are hexadecimal, one a line. Each gives a line per frame, the innermost first: address,
// linkage name, file:line:column, parted by tabs. Sections are used where they are in the file, and
// unpacked when they are compressed.
use object::{Object, ObjectSection};
use std::borrow::Cow;
use std::io::{BufRead, BufWriter, Write};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let path = std::env::args().nth(1).ok_or("usage: gimli-frames FILE < ADDRESSES")?;
    let map = unsafe { memmap2::Mmap::map(&std::fs::File::open(path)?)? };
    let file = object::File::parse(&*map)?;
    let endian = if file.is_little_endian() {
        gimli::RunTimeEndian::Little
    } else {
        gimli::RunTimeEndian::Big
    };
    let sections = gimli::Dwarf::load(|id| -> Result<Cow<[u8]>, Failure> {
        Ok(match file.section_by_name(id.name()) {
            Some(section) => section.uncompressed_data()?,
            None => Cow::Borrowed(&[]),
        })
    })?;
    let dwarf = sections.borrow(|section| gimli::EndianSlice::new(section, endian));
    let context = addr2line::Context::from_dwarf(dwarf)?;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let address = u64::from_str_radix(line?.trim_start_matches("0x"), 16)?;
        let mut frames = context.find_frames(address)?;
        while let Some(frame) = frames.next()? {
            let name = match &frame.function {
                Some(function) => function.raw_name()?,
                None => Cow::Borrowed("??"),
            };
            let (file, line, column) = match &frame.location {
                Some(at) => (at.file.unwrap_or("??"), at.line.unwrap_or(0), at.column.unwrap_or(0)),
                None => ("??", 0, 0),
            };
            writeln!(out, "{address:#x}\t{name}\t{file}:{line}:{column}")?;
        }
    }
    out.flush()?;
    Ok(())
}
