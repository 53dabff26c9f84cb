/** The public link of a note, stored in the note. A note that leaves its collection loses it. */
export interface PublicLinkRecord {
  /** 128 random bits, in base64url. */
  linkId: string
  since: Date
  /** Search engines may show the page. */
  isIndexed?: true
}

/** An administrator has ended the public link of a note. It stays with the note, also in the trash. */
export interface Takedown {
  at: Date
  reason: string
}

export interface WithPublicLink {
  publicLink?: PublicLinkRecord
}
