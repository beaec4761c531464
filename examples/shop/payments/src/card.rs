//! Card numbers.

use crate::gateway::PaymentError;

/// A card number that passed the checksum.
pub struct Card {
    digits: Vec<u32>,
}

impl Card {
    /// Reads a card number; blanks are allowed.
    pub fn parse(text: &str) -> Result<Card, PaymentError> {
        let digits: Vec<u32> = text.chars().filter_map(|letter| letter.to_digit(10)).collect();
        if digits.len() < 12 || checksum(&digits) % 10 != 0 {
            return Err(PaymentError::BadCard);
        }
        Ok(Card { digits })
    }

    /// The number with all but the last four digits hidden.
    pub fn masked(&self) -> String {
        let last: String = self.digits[self.digits.len() - 4..].iter().map(u32::to_string).collect();
        format!("**** {last}")
    }
}

fn checksum(digits: &[u32]) -> u32 {
    digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| if place % 2 == 0 { *digit } else { double(*digit) })
        .sum()
}

fn double(digit: u32) -> u32 {
    let twice = digit * 2;
    if twice > 9 { twice - 9 } else { twice }
}
