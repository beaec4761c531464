package inventory

import (
	"fmt"
	"os"
	"strconv"
)

// Service reserves stock for orders.
type Service struct {
	store    Store
	reserved int
}

// NewService returns a service on top of a store.
func NewService(store Store) *Service {
	return &Service{store: store}
}

// Reserve takes every line of an order out of the stock.
func (s *Service) Reserve(lines map[string]int) error {
	for code, count := range lines {
		if count > maxPieces() {
			return fmt.Errorf("%d pieces of %s are too many", count, code)
		}
		if err := s.store.Take(code, count); err != nil {
			return fmt.Errorf("reserve %s: %w", code, err)
		}
		s.reserved += count
	}
	return nil
}

func maxPieces() int {
	most, err := strconv.Atoi(os.Getenv("SHOP_MAX_PIECES"))
	if err != nil {
		return 100
	}
	return most
}
