//! pprof's protocol buffer (`profile.proto` of google/pprof), gzipped or raw.
//!
//! Made by `runtime/pprof`, `net/http/pprof`, gperftools' `pprof --proto`, pprof-rs, async-profiler
//! converters and many more. Samples usually come before the tables they point into, so the bytes
//! are walked once for the tables, noting where samples lie, and the samples are walked after.
//! What `go tool pprof` rejects but a person can still use is repaired and told. Not read:
//! nothing; every field of the message is taken over.
//!
//! Damage: a message whose inside cannot be read is left out and counted, since its length says
//! where the next one begins. Where a field of the profile itself is wrong, nothing after it can be
//! trusted, so that is an error with its place. A cut file opens if its names are there.
//!
//! Several profiles one after the other, which pprof refuses, open as several profiles. To read
//! them as one message, as protocol buffers define it, would be wrong: each has its own strings
//! and ids.

mod fill;
mod repairs;
mod samples;
mod tables;
mod wire;

use crate::{Cx, ImportError, Importer, Input, Loaded, Match, Probe};

/// The format.
pub static IMPORTER: Importer = Importer {
    id: "pprof",
    name: "pprof",
    extensions: &["pb.gz", "pb", "pprof", "prof", "gz"],
    how_to_record: "Go: `go test -cpuprofile cpu.pb.gz`, or `curl -o cpu.pb.gz \
                    localhost:6060/debug/pprof/profile`. C++, Java, Rust and others: any tool \
                    that writes pprof.",
    sniff,
    read,
};

fn sniff(probe: &Probe<'_>) -> Match {
    wire::sniff(probe.head, probe.len)
}

fn read(input: Input<'_>, cx: &mut Cx<'_>) -> Result<Loaded, ImportError> {
    let mut profiles = Vec::new();
    let mut start = 0;
    // Several profiles one after the other (`cat a.pb.gz b.pb.gz`) are several profiles.
    loop {
        let tables = tables::gather(input.bytes, start, cx)?;
        let next = tables.end;
        profiles.push(fill::build(input.bytes, tables, cx)?);
        if next >= input.bytes.len() {
            break;
        }
        cx.claim("profiles", profiles.len() as u64, 1000)?;
        start = next;
    }
    Ok(Loaded::Profiles(profiles))
}

#[cfg(test)]
mod tests;
