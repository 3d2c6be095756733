// SPDX-License-Identifier: BSD-2-Clause
// Wrote handmade/tokio.heap: async functions that await each other directly, through Box::pin,
// tokio's timeout and spawn, and futures' join_all. Built with tokio 1.24 and futures-util 0.3.21
// in release mode, run with jemalloc preloaded and lg_prof_sample:12.
use futures_util::future::{join_all, FutureExt};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

#[inline(never)]
fn grow(count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(&vec![1u8; count]);
    bytes
}

async fn read_request(count: usize) -> Vec<u8> {
    tokio::time::sleep(Duration::from_millis(1)).await;
    grow(count)
}

async fn session(id: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for i in 0..10 {
        let limit = Duration::from_secs(5);
        all.push(tokio::time::timeout(limit, read_request(100_000 + i)).await.unwrap());
        let boxed: Pin<Box<dyn Future<Output = Vec<u8>> + Send>> = Box::pin(read_request(50_000 + id));
        all.push(boxed.await);
    }
    tokio::task::yield_now().await;
    all
}

async fn serve() -> Vec<Vec<Vec<u8>>> {
    let tasks: Vec<_> = (0..8).map(|i| tokio::spawn(async move { session(i).await })).collect();
    let mut out = Vec::new();
    for task in tasks {
        out.push(task.await.unwrap());
    }
    out.extend(join_all((0..4).map(|i| session(i).map(|v| v))).await);
    out.push(vec![tokio::task::spawn_blocking(|| grow(300_000)).await.unwrap()]);
    out
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let held = runtime.block_on(serve());
    extern "C" {
        fn mallctl(name: *const u8, old: *mut u8, old_len: *mut usize, new: *mut u8, len: usize) -> i32;
    }
    let mut path = b"relay.heap\0".as_ptr();
    unsafe {
        mallctl(b"prof.dump\0".as_ptr(), std::ptr::null_mut(), std::ptr::null_mut(),
                &mut path as *mut _ as *mut u8, std::mem::size_of_val(&path));
    }
    drop(held);
}
