import { encodeQR } from 'qr'

/** Pixels per module, readable from screen and paper. */
const SCALE = 8
/** The quiet zone that the standard requires, in modules. */
const BORDER = 4

/** A QR code, black on white in light and dark mode. */
export function createInvitationQrCode(address: string): Blob {
  const gif = encodeQR(address, 'gif', { ecc: 'medium', border: BORDER, scale: SCALE })
  return new Blob([gif], { type: 'image/gif' })
}
