export const mailNotifications = {
  'mailNotifications.title': 'Notifications by email',
  'mailNotifications.lead': 'What you have not seen yet, sent to your confirmed email address.',
  'mailNotifications.default':
    'You have not chosen yet, so you get mentions and replies only, and only while you get no push notifications.',
  'mailNotifications.mustConfirm':
    'Confirm your email address to get notifications by email. My information sends you the link.',
  'mailNotifications.loadFailed': 'The email settings could not be loaded.',
  'mailNotifications.kinds': 'What to send',
  'mailNotifications.kind.mention': 'Mentions of you',
  'mailNotifications.kind.reply': 'Replies to your comments',
  'mailNotifications.kind.comment': 'Comments on your notes',
  'mailNotifications.kind.invited': 'Invitations to rooms',
  'mailNotifications.kind.note': 'New notes in rooms',
  'mailNotifications.every.never': 'Never',
  'mailNotifications.every.soon': 'Unseen for 15 minutes',
  'mailNotifications.every.daily': 'Daily',
  'mailNotifications.every.weekly': 'Weekly',
  'mailNotifications.when':
    'Daily emails are sent at 8 in the morning, weekly ones on Mondays at 8, Korean time. Muted rooms send mentions only.',
  'mailNotifications.digests': 'Rooms with a weekly digest ({chosen}/{all})',
  'mailNotifications.digestsMeaning':
    'On Mondays at 8 in the morning, the new notes of the room that you have not read yet.',
  'mailNotifications.noRooms': 'You are in no room yet.',
  'mailNotifications.mutedRoom': 'muted',
  'mailNotifications.bounced':
    'Emails to you came back, so we send no more. Check that the address is right and the mailbox is not full.',
  'mailNotifications.complained': 'You reported an email from Geulmaru as spam, so we send no more.',
  'mailNotifications.turnOn': 'Send again',

  'mailNotifications.mail.subject': '{count} {count#one notification|other notifications} from Geulmaru',
  'mailNotifications.mail.digestSubject':
    '{count} new {count#one note|other notes} of the past week in “{room}”',
  'mailNotifications.mail.title': '{count} {count#one notification|other notifications} you have not seen',
  'mailNotifications.mail.digestLead':
    '{count} {count#one note|other notes} of the past week that you have not read yet.',
  'mailNotifications.mail.open': 'Open in Geulmaru',
  'mailNotifications.mail.more': 'And {count} more.',
  'mailNotifications.mail.why': 'You get this email because of your notification settings in Geulmaru.',
  'mailNotifications.mail.whyDigest': 'You get this email because you chose the weekly digest of this room.',
  'mailNotifications.mail.settings': 'Notification settings',
  'mailNotifications.mail.unsubscribe': 'Unsubscribe',

  'mailNotifications.page.title': 'Unsubscribe',
  'mailNotifications.page.ask': 'Do you want no more notifications of Geulmaru by email?',
  'mailNotifications.page.askDigest': 'Do you want no more weekly digests of this room?',
  'mailNotifications.page.button': 'Unsubscribe',
  'mailNotifications.page.done':
    'You get no more notifications by email. You can turn them on again in the notification settings.',
  'mailNotifications.page.doneDigest':
    'You get no more weekly digests of this room. You can turn them on again in the notification settings.',
  'mailNotifications.page.missing':
    'This address does not work. If the email is old, turn off emails in the notification settings of Geulmaru.',
  'mailNotifications.page.busy': 'Too many requests. Try again in a moment.',
  'mailNotifications.page.toApp': 'Open Geulmaru',
} as const
