//! Groups fills by colour in one pass over them and one over the colours.
//!
//! A counting sort by the order of first use: stable, linear, and its buffers live on. A
//! sort by colour value would be slower and would put a ground over what lies on it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Fill;
use crate::Color;

/// The reusable buffers.
#[derive(Default)]
pub(super) struct Grouper {
    /// Which bucket a colour got.
    bucket_of: HashMap<Color, u32, BuildHasherDefault<Mixed>>,
    /// Bucket of each fill.
    buckets: Vec<u32>,
    /// First how many fills a bucket has, then where its next one goes.
    next: Vec<usize>,
}

impl Grouper {
    /// Appends `fills` to `out`, those of equal colour side by side.
    pub(super) fn append(&mut self, fills: &[Fill], out: &mut Vec<Fill>) {
        let Some(first) = fills.first() else { return };
        self.bucket_of.clear();
        self.buckets.clear();
        self.next.clear();
        // Neighbours often share their colour; they need no look-up.
        let (mut color, mut bucket) = (first.color, self.bucket(first.color));
        for fill in fills {
            if fill.color != color {
                color = fill.color;
                bucket = self.bucket(color);
            }
            self.buckets.push(bucket);
            self.next[bucket as usize] += 1;
        }
        let mut at = out.len();
        for next in &mut self.next {
            at += std::mem::replace(next, at);
        }
        out.resize(at, *first);
        for (fill, &bucket) in fills.iter().zip(&self.buckets) {
            let next = &mut self.next[bucket as usize];
            out[*next] = *fill;
            *next += 1;
        }
    }

    fn bucket(&mut self, color: Color) -> u32 {
        let fresh = self.next.len() as u32;
        let bucket = *self.bucket_of.entry(color).or_insert(fresh);
        if bucket == fresh {
            self.next.push(0);
        }
        bucket
    }
}

/// One multiplication: colours come from our own themes, nobody crafts collisions.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, n: u32) {
        let mixed = (self.0 ^ u64::from(n)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}
