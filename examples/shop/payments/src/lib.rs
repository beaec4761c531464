//! Charges cards.

pub mod card;
pub mod gateway;

use card::Card;
use gateway::{Gateway, PaymentError};

/// Charges a card, given as text, and returns the receipt.
pub fn pay<G: Gateway>(gateway: &mut G, number: &str, cents: u64) -> Result<String, PaymentError> {
    let card = Card::parse(number)?;
    let receipt = gateway.charge(&card, cents)?;
    Ok(format!("{receipt} on {}", card.masked()))
}
