//! The steps on a terminal.

use super::{
    net::Cut,
    session::{self, Moved, Session},
};
use crate::{exit, output::say};
use crossterm::{
    cursor::{Hide, MoveTo, Show},
    event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers},
    execute, queue,
    style::{Attribute, Color, Print, ResetColor, SetAttribute, SetForegroundColor},
    terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen},
};
use polarnet::{CancelToken, columns::Space};
use std::{
    io::{self, Write},
    panic,
    time::{Duration, Instant},
};

/// Between two looks at signals.
const TICK: Duration = Duration::from_millis(100);
/// Interactions between two looks at the keyboard.
const STRIDE: u64 = 20_000;

const KEYS: &str = "Enter → next   b ← back   n N steps   r run   g start   q quit";

/// The terminal is the session's while this lives.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Screen> {
        terminal::enable_raw_mode()?;
        let screen = Screen;
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back. Who would hear that it failed?
fn leave() {
    let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// How a session ends.
enum End {
    Quit,
    Interrupted,
}

/// Where a session wants to be.
enum Goal {
    /// After so many steps.
    At(u64),
    /// At the normal form.
    End,
}

/// What the keyboard means now.
enum Mode {
    Wait,
    /// A number of steps is typed.
    Count(String),
    /// On the way.
    Run(Goal),
}

struct View<'b, 't, S: Space> {
    session: Session<'b, S>,
    title: &'t str,
    mode: Mode,
    message: Option<String>,
}

/// Walks through the steps, as the keys say.
pub fn show<S: Space>(session: Session<'_, S>, title: &str, token: &CancelToken) -> Result<(), u8> {
    // A message is for the user's screen, not for ours.
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        leave();
        hook(panic);
    }));
    let screen = Screen::enter();
    let mut view = View { session, title, mode: Mode::Wait, message: None };
    let end = screen.and_then(|_screen| view.walk(token));
    let _ = panic::take_hook();
    match end {
        Ok(End::Quit) => Ok(()),
        Ok(End::Interrupted) => {
            say(&"error: interrupted\n");
            Err(exit::INTERRUPTED)
        }
        Err(error) => {
            say(&format_args!("error: cannot use the terminal: {error}\nhelp: `--plain` prints the steps\n"));
            Err(exit::FAILURE)
        }
    }
}

impl<S: Space> View<'_, '_, S> {
    fn walk(&mut self, token: &CancelToken) -> io::Result<End> {
        let (mut changed, mut drawn) = (true, None);
        loop {
            if token.is_cancelled() {
                return Ok(End::Interrupted);
            }
            let soon = matches!(self.mode, Mode::Run(_)) && drawn.is_some_and(|drawn: Instant| drawn.elapsed() < TICK);
            if changed && !soon {
                self.draw()?;
                drawn = Some(Instant::now());
            }
            let running = matches!(self.mode, Mode::Run(_));
            changed = running;
            if event::poll(if running { Duration::ZERO } else { TICK })? {
                changed = true;
                if let Event::Key(key) = event::read()?
                    && key.kind != KeyEventKind::Release
                    && let Some(end) = self.key(key)
                {
                    return Ok(end);
                }
            }
            self.run();
        }
    }

    /// What a key does.
    fn key(&mut self, key: KeyEvent) -> Option<End> {
        self.message = None;
        let at = self.session.steps();
        match (key.code, &mut self.mode) {
            (KeyCode::Char('c'), _) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(End::Interrupted);
            }
            // Any key stops a run.
            (_, Mode::Run(_)) => self.mode = Mode::Wait,
            (KeyCode::Char(digit @ '0'..='9'), Mode::Count(count)) if count.len() < 12 => count.push(digit),
            (KeyCode::Backspace, Mode::Count(count)) => {
                count.pop();
            }
            (KeyCode::Enter, Mode::Count(count)) => {
                let count = count.parse::<u64>().unwrap_or(0);
                self.mode = Mode::Run(Goal::At(at + count));
            }
            (KeyCode::Esc, Mode::Count(_)) => self.mode = Mode::Wait,
            (_, Mode::Count(_)) => {}
            (KeyCode::Char('q') | KeyCode::Esc, _) => return Some(End::Quit),
            (KeyCode::Enter | KeyCode::Right | KeyCode::Char(' ' | 'l'), _) => self.mode = Mode::Run(Goal::At(at + 1)),
            (KeyCode::Left | KeyCode::Backspace | KeyCode::Char('b' | 'h'), _) if at > 0 => {
                self.session.rewind();
                self.mode = Mode::Run(Goal::At(at - 1));
            }
            (KeyCode::Home | KeyCode::Char('g'), _) => self.session.rewind(),
            (KeyCode::Char('n'), _) => self.mode = Mode::Count(String::new()),
            (KeyCode::End | KeyCode::Char('r'), _) => self.mode = Mode::Run(Goal::End),
            _ => {}
        }
        None
    }

    /// Goes some way towards the goal, if there is one.
    fn run(&mut self) {
        let Mode::Run(goal) = &self.mode else { return };
        let left = match goal {
            Goal::At(step) => step.saturating_sub(self.session.steps()),
            Goal::End => u64::MAX,
        };
        let moved = self.session.forward(left.min(STRIDE));
        match moved {
            Moved::Yes if left > STRIDE => return,
            Moved::Full => self.message = Some(session::full().to_string()),
            _ => {}
        }
        self.mode = Mode::Wait;
    }

    fn draw(&mut self) -> io::Result<()> {
        let (width, height) = terminal::size()?;
        let (width, height) = (usize::from(width), usize::from(height));
        if width < 20 || height < 5 {
            execute!(io::stdout(), Clear(ClearType::All), MoveTo(0, 0), Print(fit("too small", width)))?;
            return Ok(());
        }
        // The redex that is next may take half of the screen, the root a third, the others one line each.
        let body = height - 3;
        let lines = self.session.lines(Cut { tokens: width * height, redexes: height });
        let mut out = io::stdout().lock();
        queue!(out, MoveTo(0, 0), SetAttribute(Attribute::Reverse))?;
        let head = fit(&format!(" {}: {}", self.title, self.session.headline()), width);
        queue!(out, Print(format!("{head:width$}")), SetAttribute(Attribute::Reset), Clear(ClearType::UntilNewLine))?;
        let mut page = Page { out: &mut out, width, row: 1, left: body };
        page.text(&format!("  {}", lines.root), None, (body / 3).max(1))?;
        for (at, redex) in lines.redexes.iter().enumerate() {
            if at == 0 {
                let rows = (body / 4).max(1);
                page.text(&format!("▶ {}", redex.left), Some(Color::Cyan), rows)?;
                page.text(&format!("~ {}", redex.right), Some(Color::Yellow), rows)?;
            } else {
                let more = lines.redexes.len() - at + lines.more;
                if page.left == 1 && more > 1 {
                    page.text(&format!("  … {more} more redexes"), None, 1)?;
                    break;
                }
                page.text(&format!("& {redex}"), None, 1)?;
            }
        }
        let row = page.row;
        for row in row..height - 1 {
            queue!(out, MoveTo(0, row as u16), Clear(ClearType::CurrentLine))?;
        }
        let foot = match (&self.mode, &self.message) {
            (Mode::Count(count), _) => format!("how many steps? {count}_   (Enter, Esc)"),
            (Mode::Run(_), _) => "running; any key stops".to_owned(),
            (Mode::Wait, Some(message)) => format!("{message} · {KEYS}"),
            (Mode::Wait, None) => KEYS.to_owned(),
        };
        queue!(out, MoveTo(0, (height - 1) as u16), SetAttribute(Attribute::Dim), Print(fit(&foot, width - 1)))?;
        queue!(out, SetAttribute(Attribute::Reset), Clear(ClearType::UntilNewLine))?;
        out.flush()
    }
}

/// The part of the screen for the net.
struct Page<'o, W: Write> {
    out: &'o mut W,
    width: usize,
    row: usize,
    /// Rows that are left.
    left: usize,
}

impl<W: Write> Page<'_, W> {
    /// A text, on up to `rows` rows.
    fn text(&mut self, text: &str, color: Option<Color>, rows: usize) -> io::Result<()> {
        let rows = rows.min(self.left);
        let text = fit(text, self.width * rows);
        let letters: Vec<char> = text.chars().collect();
        for part in letters.chunks(self.width).take(rows) {
            queue!(self.out, MoveTo(0, self.row as u16))?;
            if let Some(color) = color {
                queue!(self.out, SetForegroundColor(color), SetAttribute(Attribute::Bold))?;
            }
            let part: String = part.iter().collect();
            queue!(self.out, Print(part), SetAttribute(Attribute::Reset), ResetColor, Clear(ClearType::UntilNewLine))?;
            self.row += 1;
            self.left -= 1;
        }
        Ok(())
    }
}

/// At most so many letters.
fn fit(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
