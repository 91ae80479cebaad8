import { tryToListen as listenOnce } from '../core/runtime/host.ts';

/** Listens on a free port of an address, and stops at once; throws the error of the system when it cannot. */
type TryToListen = (address: string) => void;

// The machine does not have the address, or none of its family.
const codesOfOthers = new Set<unknown>(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Whether an address is one of this machine: then it can be listened on. A list of them would need a netlink socket. When the system
 * does not tell, because too many files are open for example, it counts as one.
 */
export function isOfMachine(address: string, tryToListen: TryToListen = listenAndStop): boolean {
  try {
    tryToListen(address);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && codesOfOthers.has(error.code));
  }
}

function listenAndStop(address: string): void {
  listenOnce({ hostname: address, port: 0 });
}
