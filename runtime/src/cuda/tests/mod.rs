//! Tests without a device: what is said where there is none, and layers 1 and 2 on a driver that is a fake.

#[cfg(target_os = "linux")]
mod driven;
#[cfg(target_os = "linux")]
mod fake;
mod texts;
