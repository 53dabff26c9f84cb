import { encodeQR } from 'qr'

/** Pixels a square: a phone reads it from a screen and from paper. */
const SCALE = 8
/** In squares: the quiet zone that the standard asks for. */
const BORDER = 4

/** A QR picture that holds an address, black on white in both modes. */
export function invitationPicture(address: string): Blob {
  const gif = encodeQR(address, 'gif', { ecc: 'medium', border: BORDER, scale: SCALE })
  return new Blob([gif], { type: 'image/gif' })
}
