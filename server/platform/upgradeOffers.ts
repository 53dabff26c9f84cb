import { IncomingMessage } from 'node:http'

const offers = new WeakSet<IncomingMessage>()

/**
 * The class of a server's requests. Once somebody listens to upgrades, Node.js takes each request that offers another protocol
 * off its parser. A server may ignore an offer (RFC 9110, section 7.8), so here `upgrade` is false for all but the `wanted`
 * ones: Node.js parses those requests as if they offered nothing, and they are answered like all others.
 */
export function requestsThatUpgradeIf(wanted: (request: IncomingMessage) => boolean): typeof IncomingMessage {
  return class extends IncomingMessage {
    /** Node.js sets it when it has parsed the headers, and reads it when it decides who gets the request. */
    set upgrade(isOffered: boolean | null) {
      if (isOffered) offers.add(this)
    }

    get upgrade(): boolean {
      // A tunnel, which nobody here opens: Node.js ends the connection.
      return offers.has(this) && (this.method === 'CONNECT' || wanted(this))
    }
  }
}

/** Whether a request that is answered like all others offered another protocol. */
export function offersUpgrade(request: IncomingMessage): boolean {
  return offers.has(request)
}
