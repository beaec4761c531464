// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Keeper} from "./Keeper.sol";

/// Who owns what was sold.
contract Deeds is Keeper {
    mapping(uint256 => address) private owners;

    event Passed(uint256 deed, address to);

    function issue(uint256 deed, address to) external onlyKeeper {
        pass(deed, to);
    }

    function hand(uint256 deed, address to) external {
        require(owners[deed] == msg.sender, "not yours");
        pass(deed, to);
    }

    function pass(uint256 deed, address to) private {
        owners[deed] = to;
        emit Passed(deed, to);
    }
}
