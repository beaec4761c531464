// Package inventory keeps track of what is in stock.
package inventory

import (
	"errors"
	"fmt"
)

// ErrOutOfStock says that fewer pieces are left than were asked for.
var ErrOutOfStock = errors.New("out of stock")

// Store knows how many pieces of each product are left.
type Store interface {
	Left(code string) (int, error)
	Take(code string, count int) error
}

// MemoryStore keeps the stock in memory.
type MemoryStore struct {
	pieces map[string]int
}

// NewMemoryStore returns a store that holds the given pieces.
func NewMemoryStore(pieces map[string]int) *MemoryStore {
	return &MemoryStore{pieces: pieces}
}

// Left returns how many pieces of a product are left.
func (s *MemoryStore) Left(code string) (int, error) {
	left, known := s.pieces[code]
	if !known {
		return 0, fmt.Errorf("no product %q", code)
	}
	return left, nil
}

// Take removes pieces from the stock.
func (s *MemoryStore) Take(code string, count int) error {
	left, err := s.Left(code)
	if err != nil {
		return err
	}
	if left < count {
		return ErrOutOfStock
	}
	s.pieces[code] = left - count
	return nil
}
