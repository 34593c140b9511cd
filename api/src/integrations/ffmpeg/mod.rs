//! Sandboxed ffmpeg and ffprobe for untrusted files. They run without network and inherited environment, few at a time,
//! at low priority, with a timeout. They are killed when their caller is dropped.

mod lane;

use std::{
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use store::types::ids::UserId;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _},
    process::Command,
};

use crate::media::sniff::Container;
use lane::{Lane, LanePermit};

/// Maximum bytes kept of a program's error output.
const COMPLAINT: usize = 2 * 1024;
const CHUNK: usize = 64 * 1024;

pub struct Ffmpeg {
    ffmpeg: PathBuf,
    ffprobe: PathBuf,
    /// `nice`, which gives the programs the second-lowest priority, so that they use only idle time.
    nice: Option<PathBuf>,
    videos: Lane,
    /// Separate lane of voice messages, which take seconds. They do not wait behind videos, which take minutes.
    voices: Lane,
}

/// Permission to run a program.
pub struct Permit<'a> {
    ffmpeg: &'a Ffmpeg,
    _permit: LanePermit<'a>,
}

#[derive(Debug)]
pub enum Failed {
    /// The program reports that the file is invalid.
    Complained(String),
    TimedOut,
    /// The queue is full.
    Busy,
    Io(io::Error),
}

impl Ffmpeg {
    /// Finds the programs at `named`, or on the path. `None`: they are not installed.
    pub fn find(named: Option<&Path>, at_once: usize) -> Option<Self> {
        let ffmpeg = named.map(Path::to_owned).or_else(|| on_path("ffmpeg"))?;
        let beside = ffmpeg.with_file_name("ffprobe");
        let ffprobe = if beside.is_file() { Some(beside) } else { on_path("ffprobe") }?;
        Some(Self { ffmpeg, ffprobe, nice: on_path("nice"), videos: Lane::new(at_once), voices: Lane::new(at_once) })
    }

    /// Waits for permission to run a program for `account`: after the account's other uploads of the same kind, and
    /// after earlier accounts.
    pub async fn turn(&self, account: UserId, voice: bool) -> Result<Permit<'_>, Failed> {
        let lane = if voice { &self.voices } else { &self.videos };
        let permit = lane.acquire(account).await.ok_or(Failed::Busy)?;
        Ok(Permit { ffmpeg: self, _permit: permit })
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = match &self.nice {
            Some(nice) => {
                let mut command = Command::new(nice);
                command.args(["-n", "18"]).arg(program);
                command
            }
            None => Command::new(program),
        };
        // Hide passwords and database addresses from the programs.
        command.env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH", "TMPDIR"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        command
    }
}

impl Permit<'_> {
    /// Runs ffprobe on a file and returns its output. Counts packets, since a file's own data about its length and
    /// frames may be false.
    pub async fn probe(&self, file: &Path, container: Container, limit: Duration) -> Result<Vec<u8>, Failed> {
        let mut command = self.ffmpeg.command(&self.ffmpeg.ffprobe);
        command
            .args(["-v", "error"])
            .args(input(file, container))
            .args(["-count_packets", "-of", "json", "-show_entries"])
            .arg(
                "stream=codec_type,codec_name,width,height,duration,nb_read_packets:\
                stream_disposition=attached_pic:format=duration",
            );
        let mut printed = Vec::new();
        run(command, limit, |bytes| printed.extend_from_slice(bytes)).await?;
        Ok(printed)
    }

    /// Runs ffmpeg on a file with these output arguments. Streams its output to `printed`.
    pub async fn convert(
        &self,
        file: &Path,
        container: Container,
        outputs: Vec<OsString>,
        limit: Duration,
        printed: impl FnMut(&[u8]),
    ) -> Result<(), Failed> {
        let mut command = self.ffmpeg.command(&self.ffmpeg.ffmpeg);
        command
            .args(["-nostdin", "-hide_banner", "-v", "error", "-y", "-threads", "2", "-filter_threads", "1"])
            .args(input(file, container))
            .args(outputs);
        run(command, limit, printed).await
    }
}

/// Returns the input arguments that restrict the file to its detected format. A playlist could name other files and
/// hosts.
fn input(file: &Path, container: Container) -> Vec<OsString> {
    let demuxer = match container {
        Container::Mov => "mov",
        Container::Matroska => "matroska",
        Container::Ogg => "ogg",
        Container::Wav => "wav",
        Container::Mp3 => "mp3",
        Container::Aac => "aac",
    };
    let mut arguments: Vec<OsString> =
        ["-protocol_whitelist", "file,pipe", "-max_alloc", "268435456", "-f", demuxer, "-i"].map(Into::into).into();
    arguments.push(file.into());
    arguments
}

async fn run(mut command: Command, limit: Duration, mut printed: impl FnMut(&[u8])) -> Result<(), Failed> {
    let mut child = command.spawn().map_err(Failed::Io)?;
    let (Some(out), Some(err)) = (child.stdout.take(), child.stderr.take()) else {
        return Err(Failed::Io(io::ErrorKind::BrokenPipe.into()));
    };
    let mut complaint = Vec::new();
    let whole = async {
        let (said, complained) = tokio::join!(
            read(out, &mut printed),
            read(err, |bytes| complaint.extend_from_slice(&bytes[..bytes.len().min(COMPLAINT - complaint.len())]))
        );
        said.and(complained)?;
        child.wait().await
    };
    // Dropping the process on timeout or cancellation kills it.
    let ended = tokio::time::timeout(limit, whole).await.map_err(|_| Failed::TimedOut)?.map_err(Failed::Io)?;
    if ended.success() { Ok(()) } else { Err(Failed::Complained(String::from_utf8_lossy(&complaint).into_owned())) }
}

async fn read(mut from: impl AsyncRead + Unpin, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk).await? {
            0 => return Ok(()),
            count => take(&chunk[..count]),
        }
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn process_ends_at_its_time_limit() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo $$; exec sleep 60"]).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut printed = Vec::new();
        let ended = run(command, Duration::from_millis(500), |bytes| printed.extend_from_slice(bytes)).await;
        assert!(matches!(ended, Err(Failed::TimedOut)), "{ended:?}");
        let process = PathBuf::from(format!("/proc/{}", String::from_utf8(printed).unwrap().trim()));
        // Its entry stays until the runtime has reaped it.
        let is_gone = async {
            while process.exists() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), is_gone).await.expect("the process is killed");
    }
}
