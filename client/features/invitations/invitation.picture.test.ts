import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { invitationPicture } from './invitation.picture.ts'

const ADDRESS = 'https://geulmaru.example/invite#AbCdEfGhIjKlMnOpQrStUv'

test('a camera reads the address out of the picture', async () => {
  const { default: sharp } = await import('sharp')
  const picture = invitationPicture(ADDRESS)
  expect(picture.type).toBe('image/gif')
  const { data, info } = await sharp(Buffer.from(await picture.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(ADDRESS)
})
