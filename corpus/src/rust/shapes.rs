// SPDX-License-Identifier: BSD-2-Clause
//! A small library without std, for the ways rustc writes debug information: generics, closures,
//! iterators that are inlined from core, a trait object, several units.
#![no_std]

use core::panic::PanicInfo;

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}

pub trait Visit {
    fn visit(&mut self, value: u64);
}

pub struct Sum(u64);

impl Visit for Sum {
    #[inline(never)]
    fn visit(&mut self, value: u64) {
        self.0 = self.0.wrapping_mul(31).wrapping_add(value);
    }
}

mod first {
    use super::Visit;

    #[inline(never)]
    pub fn walk(values: &[u64], visitor: &mut dyn Visit) {
        values
            .iter()
            .zip(values.iter().rev())
            .filter(|(a, b)| a > b)
            .map(|(a, b)| a ^ b)
            .for_each(|value| visitor.visit(value));
    }
}

mod second {
    #[inline(never)]
    pub fn fold<T: Copy + Into<u64>>(values: &[T], step: impl Fn(u64, u64) -> u64) -> u64 {
        let mut total = 0;
        for (i, &value) in values.iter().enumerate() {
            total = step(total, value.into() + i as u64);
        }
        total
    }
}

/// # Safety
/// `data` points to `count` numbers.
#[no_mangle]
pub unsafe extern "C" fn shapes(data: *const u64, count: usize) -> u64 {
    let values = core::slice::from_raw_parts(data, count);
    let mut sum = Sum(7);
    first::walk(values, &mut sum);
    let words = second::fold(values, |a, b| a.rotate_left(5) ^ b);
    let bytes = second::fold(&[1u8, 2, 3], |a, b| a + b);
    words ^ bytes ^ sum.0
}
