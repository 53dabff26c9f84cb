/** For whom passkeys are made, and from where browsers may show them. */
export interface RelyingParty {
  /** The host; browsers make and show a passkey for it alone. */
  id: string
  isOwnOrigin(origin: string): boolean
}

/** Of which host a browser may be on a secure page without https, for whoever tries the product on their own machine. */
const OWN_MACHINE = 'localhost'

/**
 * Of the address where people find this server; null where browsers offer no passkeys, which is without https. On one's own
 * machine any port will do: in development another program serves the page.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { origin: own, protocol, hostname: id } = new URL(publicUrl)
  if (id === OWN_MACHINE)
    return { id, isOwnOrigin: origin => URL.canParse(origin) && new URL(origin).hostname === id }
  return protocol === 'https:' ? { id, isOwnOrigin: origin => origin === own } : null
}
