<?php

declare(strict_types=1);

namespace Shop\Newsletter;

/** Somebody who gets the newsletter. */
final class Reader
{
    public function __construct(public readonly string $address, private bool $subscribed = true)
    {
    }

    public function isSubscribed(): bool
    {
        return $this->subscribed;
    }

    public function leave(): void
    {
        $this->subscribed = false;
    }
}
