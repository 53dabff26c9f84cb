import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { createInvitationQrCode } from './InviteDialog.tsx'

const ADDRESS = 'https://geulmaru.example/invite#AbCdEfGhIjKlMnOpQrStUv'

test('encodes a URL that a QR reader decodes', async () => {
  const { default: sharp } = await import('sharp')
  const picture = createInvitationQrCode(ADDRESS)
  expect(picture.type).toBe('image/gif')
  const { data, info } = await sharp(Buffer.from(await picture.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(ADDRESS)
})
