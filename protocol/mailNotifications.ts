import { defineCall } from './call.ts'
import { done, entityNo, flag } from './fields.ts'
import { z } from './schema.ts'

/** `comment`: on the user's note. `invited`: into a room. `note`: a new note in a room. */
export const mailKinds = ['mention', 'reply', 'comment', 'invited', 'note'] as const
export type MailKind = (typeof mailKinds)[number]

/** `soon`: what is still unseen after MAIL_DELAY_MS. */
export const mailFrequencies = ['never', 'soon', 'daily', 'weekly'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

const frequency = z.enum(mailFrequencies)
const mailChoices = z.object({
  mention: frequency,
  reply: frequency,
  comment: frequency,
  invited: frequency,
  note: frequency,
} satisfies Record<MailKind, typeof frequency>)
export type MailChoices = z.output<typeof mailChoices>

/** For users who have chosen nothing and get no push notifications. */
export const DEFAULT_MAIL_CHOICES: MailChoices = {
  mention: 'soon',
  reply: 'soon',
  comment: 'never',
  invited: 'never',
  note: 'never',
}

/** For users who have chosen nothing and get push notifications. */
export const NO_MAIL: MailChoices = {
  mention: 'never',
  reply: 'never',
  comment: 'never',
  invited: 'never',
  note: 'never',
}

/** Why the server sends no more notifications: the mailbox rejected mails, or the user reported one as spam. */
export const mailOffReasons = ['bounced', 'complained'] as const
export type MailOffReason = (typeof mailOffReasons)[number]

/** Unsubscribe links have addresses `<directory>/<secret>`. */
export const UNSUBSCRIBE_DIRECTORY = '/mail/unsubscribe'
/** Where mail services report bounces and complaints. */
export const MAIL_EVENTS_PATH = '/mail/events'

const mailRoom = z.object({
  hubNo: z.number(),
  /** Empty if the hub has none. */
  name: z.string(),
  /** The names of other members, at most NOTIFICATION_PEOPLE_SHOWN. */
  names: z.array(z.string()),
  isMuted: z.boolean(),
  hasDigest: z.boolean(),
})
export type MailRoom = z.infer<typeof mailRoom>

export const getMailSettings = defineCall({
  method: 'POST',
  path: '/api/mail/get',
  access: 'member',
  limit: 'heavy',
  encoding: 'json',
  summary: 'Returns which e-mail notifications the user gets, and for which rooms a weekly digest.',
  request: z.object({}),
  reply: done.extend({
    /** False if this server sends no mail. */
    isAvailable: z.boolean(),
    /** The user has to confirm the address first. */
    mustConfirmEmail: z.boolean(),
    choices: mailChoices,
    /** The user has chosen nothing yet. */
    isDefault: z.boolean(),
    /** Null if mail is on. */
    off: z.enum(mailOffReasons).nullable(),
    /** The hubs of the user, the last active one first. */
    rooms: z.array(mailRoom),
  }),
})
export type MailSettingsView = z.infer<typeof getMailSettings.reply>

export const chooseMail = defineCall({
  method: 'POST',
  path: '/api/mail/choose',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Chooses how often each kind of notification is mailed.',
  request: mailChoices,
  reply: done,
})

export const setMailDigest = defineCall({
  method: 'POST',
  path: '/api/mail/digest',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Starts or ends the weekly digest of an own room.',
  request: z.object({ hubNo: entityNo, isOn: flag }),
  reply: done,
})

export const turnOnMail = defineCall({
  method: 'POST',
  path: '/api/mail/turnon',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Sends notifications again that ended after bounces or a complaint.',
  request: z.object({}),
  reply: done,
})

/** The body of a report from a mail service. */
export const mailEventSchema = z.object({
  type: z.enum(['bounce', 'complaint']),
  address: z.string().max(320),
})
