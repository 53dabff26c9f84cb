import { notificationTargets } from '#protocol/inbox.ts'

/**
 * What people are told in 소식 of one thread, by its rules in words (docs/decisions/0026) and by nothing of the server's. People go by
 * their places; the note is the first one's.
 */
export type NotificationStep =
  | { kind: 'post'; who: number; mentions: number | null; repliesToLast: boolean }
  | { kind: 'unsay'; who: number }
  | { kind: 'look'; who: number; isAll: boolean }
  | { kind: 'mute'; who: number; isOn: boolean }
  | { kind: 'empathize'; who: number; isOn: boolean }

export interface ModelEntry {
  kind: string
  isNew: boolean
  commentNos: number[]
  byWhom: Set<number>
}

interface Comment {
  commentNo: number
  who: number
}

const AUTHOR = 0

export function createNotificationModel(people: number, place: { hubNo: number; noteNo: number }) {
  const comments: Comment[] = []
  const muted = new Set<number>()
  const inboxes = Array.from({ length: people }, () => new Map<string, ModelEntry>())
  const talk = notificationTargets.talk(place.hubNo, place.noteNo)
  /** The day is not the model's matter. */
  const reaction = 'empathy'

  function whyTold(
    whom: number,
    step: Extract<NotificationStep, { kind: 'post' }>,
    answered: Comment | undefined,
  ) {
    if (whom === step.who) return null
    if (step.mentions === whom) return 'mention'
    if (muted.has(whom)) return null
    if (answered?.who === whom) return 'reply'
    if (whom === AUTHOR) return 'comment'
    return comments.some(({ who }) => who === whom) ? 'thread' : null
  }

  return {
    inboxes,
    comments,
    post(step: Extract<NotificationStep, { kind: 'post' }>, commentNo: number) {
      const answered = step.repliesToLast ? comments.at(-1) : undefined
      for (const [whom, inbox] of inboxes.entries()) {
        const kind = whyTold(whom, step, answered)
        if (kind === null) continue
        const isAlone = kind === 'mention' || kind === 'reply'
        const thing = isAlone ? notificationTargets.comment(commentNo) : talk
        const before = inbox.get(thing)
        const gathered = before?.isNew ? before.commentNos : []
        inbox.set(thing, { kind, isNew: true, commentNos: [...gathered, commentNo], byWhom: new Set() })
      }
      comments.push({ commentNo, who: step.who })
    },
    unsay(commentNo: number) {
      comments.splice(
        comments.findIndex(comment => comment.commentNo === commentNo),
        1,
      )
      for (const inbox of inboxes)
        for (const [thing, entry] of inbox) {
          if (!entry.commentNos.includes(commentNo)) continue
          entry.commentNos = entry.commentNos.filter(no => no !== commentNo)
          if (entry.commentNos.length === 0) inbox.delete(thing)
        }
    },
    look(who: number, upTo: number) {
      for (const entry of inboxes[who]?.values() ?? []) {
        if (!entry.isNew) continue
        const later = entry.commentNos.filter(no => no > upTo)
        if (later.length === 0) entry.isNew = false
        else entry.commentNos = later
      }
    },
    mute(who: number, isOn: boolean) {
      if (isOn) muted.add(who)
      else muted.delete(who)
    },
    /** With the note. */
    setReaction(who: number, isOn: boolean) {
      const inbox = inboxes[AUTHOR]
      const entry = inbox?.get(reaction)
      if (who === AUTHOR || inbox === undefined) return
      if (!isOn) {
        entry?.byWhom.delete(who)
        if (entry?.byWhom.size === 0) inbox.delete(reaction)
      } else if (!muted.has(AUTHOR) && !entry?.byWhom.has(who)) {
        const byWhom = new Set([...(entry?.byWhom ?? []), who])
        inbox.set(reaction, { kind: 'empathy', isNew: true, commentNos: [], byWhom })
      }
    },
  }
}
