//! ffmpeg and ffprobe, which read what strangers send: without the network, without this program's environment, few at a
//! time, at low priority, for a bounded time, and killed when nobody waits for them any more.

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

/// Bytes of what a program complains that are kept.
const COMPLAINT: usize = 2 * 1024;
const CHUNK: usize = 64 * 1024;

pub struct Ffmpeg {
    ffmpeg: PathBuf,
    ffprobe: PathBuf,
    /// Gives the programs the lowest priority but one, so that they take only what nobody else wants.
    nice: Option<PathBuf>,
    videos: Lane,
    /// Voice messages take seconds where videos take minutes, so they do not wait behind those.
    voices: Lane,
}

/// Permission to run a program.
pub struct Permit<'a> {
    ffmpeg: &'a Ffmpeg,
    _permit: LanePermit<'a>,
}

#[derive(Debug)]
pub enum Failed {
    /// It says that the file is not good.
    Complained(String),
    TimedOut,
    /// More than may wait are waiting.
    Busy,
    Io(io::Error),
}

impl Ffmpeg {
    /// The programs at `named`, or those that are found on the path. `None`: there are none.
    pub fn find(named: Option<&Path>, at_once: usize) -> Option<Self> {
        let ffmpeg = named.map(Path::to_owned).or_else(|| on_path("ffmpeg"))?;
        let beside = ffmpeg.with_file_name("ffprobe");
        let ffprobe = if beside.is_file() { Some(beside) } else { on_path("ffprobe") }?;
        Some(Self { ffmpeg, ffprobe, nice: on_path("nice"), videos: Lane::new(at_once), voices: Lane::new(at_once) })
    }

    /// Waits until a program may be run for `account`: after the account's other uploads of the same kind, and after the
    /// accounts that came before.
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
        // Passwords and addresses of databases are not for them.
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
    /// Runs ffprobe on a file and returns what it prints. Packets are counted, since what a file tells of its length and its
    /// frames need not be true.
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

    /// Runs ffmpeg on a file with these arguments for what comes out; what it prints goes to `printed` as it comes.
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

/// The file as what it was found to be and nothing else: a playlist would name other files, and other hosts.
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
    // Whether the time is up or the caller goes away: what is dropped is killed.
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
