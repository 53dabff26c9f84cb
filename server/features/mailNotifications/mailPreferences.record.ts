import type { MailChoices, MailOffReason } from '#protocol/mailNotifications.ts'

/** The choices of a user about e-mail notifications, stored in the user. */
export interface MailPreferences {
  /** Of the device on which the user signed up or last chose. */
  language?: string
  /** Absent until the user has chosen. */
  choices?: MailChoices
  /** Rooms with a weekly digest; each ends with the membership. */
  digests?: MailDigest[]
  /** Refusals of the mailbox since the last accepted mail. */
  bounces?: number
  off?: { reason: MailOffReason; at: Date }
}

export interface MailDigest {
  hubNo: number
  /** Start of the membership. */
  joinedAt: Date
}

export interface WithMailPreferences {
  mail?: MailPreferences
}

/** Declaration for the schema of the users. */
export const mailPreferenceFields = {
  language: String,
  choices: { mention: String, reply: String, comment: String, invited: String, note: String },
  digests: [{ hubNo: Number, joinedAt: Date }] as [{ hubNo: typeof Number; joinedAt: typeof Date }],
  bounces: Number,
  off: { reason: String, at: Date },
}
