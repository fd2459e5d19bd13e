import { describeChain } from './chain.contract.ts';
import { findAnvil, openAnvilNode } from './chain-anvil-node.ts';
import { findEdr, openEdrNode } from './chain-edr-node.ts';
import { openEmbeddedNode } from './chain-embedded-node.ts';

describeChain('the embedded chain', openEmbeddedNode);

const anvil = findAnvil();
if (anvil !== undefined) describeChain('anvil', () => openAnvilNode(anvil));

const edr = findEdr();
if (edr !== undefined) describeChain("Hardhat's EDR", () => openEdrNode(edr));
