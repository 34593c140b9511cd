//! The binary `plaza`.

mod allocator;

use std::{error::Error, io::Write as _, process::ExitCode};

use api::{
    app_state::AppState,
    cli::{
        config::{Cli, Command, Config},
        demo, demo_orders, moderate, outbox, support,
    },
    http::openapi,
    server::{Running, data_folder, logging, open_files},
};
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    data_folder::restrict_new_files();
    open_files::raise();
    let cli = match Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(says) => says.exit(),
    };
    let done = match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => actix_rt::System::new().block_on(serve(cli.config)),
        Command::Outbox => actix_rt::System::new().block_on(outbox::print(&cli.config)),
        Command::Moderate(step) => actix_rt::System::new().block_on(moderate::run(&cli.config, step)),
        Command::Support(step) => actix_rt::System::new().block_on(support::run(&cli.config, step)),
        Command::Demo(command) => actix_rt::System::new().block_on(demo_orders::run(&cli.config, command)),
        Command::Openapi => openapi::document_json().map(|json| print!("{json}")).map_err(Into::into),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            // Ignores a failed write, such as on a full disk.
            let _ = writeln!(std::io::stderr(), "plaza: {cause}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(config: Config) -> Result<(), Box<dyn Error>> {
    logging::init(&config)?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;

    let listen = config.listen;
    let state = AppState::open(config).await?;
    demo::fill(&state).await?;
    let running = Running::start(state).map_err(|cause| format!("{listen} cannot be served on: {cause}"))?;
    announce(&running);

    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("leaving");
    tokio::select! {
        () = running.stop() => tracing::info!("left in good order"),
        // A second interrupt skips the graceful shutdown.
        _ = interrupt.recv() => tracing::warn!("left at once"),
    }
    Ok(())
}

fn announce(running: &Running) {
    let mut out = std::io::stdout().lock();
    // Ignores write errors: standard output may be closed.
    let _ = writeln!(out, "Plaza serves on http://{}", running.address);
    if running.state().is_demo() {
        let _ = writeln!(out, "Demo accounts, all with the password {}:", demo::PASSWORD);
        for (user_name, email) in demo::ACCOUNTS {
            let _ = writeln!(out, "  {user_name:8} {email}");
        }
    }
    let _ = out.flush();
}
