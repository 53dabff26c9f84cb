import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { shortNames } from '#client/ui/names.ts'
import type { NotificationView } from '#protocol/inbox.ts'

/** Who did what, as one sentence. */
export function sentenceOf(notification: NotificationView): string {
  const { kind, commentCount: count, comment } = notification
  const who = whoOf(notification)
  switch (kind) {
    case 'comment':
      return count > 1 ? t('inbox.comments', { who, count }) : t('inbox.comment', { who })
    case 'thread':
      return count > 1 ? t('inbox.threads', { who, count }) : t('inbox.thread', { who })
    case 'reply':
      return t('inbox.reply', { who })
    case 'mention':
      return t('inbox.mention', { who })
    case 'empathy':
      return t(comment ? 'inbox.empathyComment' : 'inbox.empathyNote', { who })
    case 'invited':
      return t('inbox.invited', { who })
    case 'joined':
      return t('inbox.joined', { who })
    case 'answer':
      return t('inbox.answer', { who })
    case 'device':
      return t('inbox.device')
    case 'report':
      return t(notification.hasActed ? 'inbox.reportActed' : 'inbox.reportSeen')
  }
}

function whoOf({ people, peopleCount }: NotificationView): string {
  const name = people[0]?.userName ?? ''
  return peopleCount > 1
    ? t('inbox.whoAndOthers', { name, count: peopleCount - 1 })
    : t('inbox.who', { name })
}

/** By what it was done, or how many are there. Null where the sentence says all. */
export function detailOf({ kind, device, room }: NotificationView): string | null {
  if (kind === 'device') return device || t('inbox.unknownDevice')
  const isOfRoom = kind === 'invited' || kind === 'joined'
  return isOfRoom && room ? t('inbox.members', { count: room.memberCount }) : null
}

/** Where it happened. */
export function placeOf({ kind, room }: NotificationView): string | null {
  if (kind === 'answer') return t('inbox.opinions')
  return room ? room.name || shortNames(room.names) : null
}

/** Where the thing itself is. */
export function pathOf({ kind, room, note, comment }: NotificationView): string {
  if (kind === 'device') return paths.myInfo
  if (kind === 'report') return paths.inbox
  if (kind === 'answer') return paths.agora
  if (!room) return paths.friends
  if (!note) return paths.discussion(room.hubNo)
  const place = { noteNo: note.noteNo, hubNo: room.hubNo }
  return comment ? paths.commentInHub(place, comment.commentNo) : paths.noteInHub(note.noteNo, room.hubNo)
}
