import { readPictureAddress, readUploadAddress } from '#protocol/pictureAddress.ts'

/**
 * Which addresses a note may point to. An allow-list, checked against the address exactly as it will stand in the
 * attribute, so nothing a browser would strip or decode first can slip past. Relative addresses are not links: a
 * note is read on several screens, and a path means something else on each.
 */
const LINK = /^(?:https?:\/\/[^/\\]|mailto:[^/\\]|tel:[+\d])/i
const IMAGE = /^https?:\/\/[^/\\]/i

export function isLinkAddress(address: string): boolean {
  return LINK.test(address)
}

/** From the web; or a picture of our own, by its path, which is the same on every screen, or on its way to becoming one. */
export function isImageAddress(address: string): boolean {
  return IMAGE.test(address) || readPictureAddress(address) !== null || readUploadAddress(address) !== null
}

/** Whether a followed link leaves the product; only such links open a tab of their own. */
export function leavesTheSite(address: string): boolean {
  if (!/^https?:/i.test(address)) return false
  return (
    typeof location === 'undefined' || !URL.canParse(address) || new URL(address).origin !== location.origin
  )
}
