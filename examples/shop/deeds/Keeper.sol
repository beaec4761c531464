// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Lets one account alone do what keeps the deeds.
abstract contract Keeper {
    address internal keeper;

    error NotTheKeeper(address who);

    constructor() {
        keeper = msg.sender;
    }

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert NotTheKeeper(msg.sender);
        _;
    }
}
