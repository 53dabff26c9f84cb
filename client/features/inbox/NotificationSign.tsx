import { ReactionIcon } from '#client/features/reactions/ReactionIcon.tsx'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import type { NotificationKind } from '#protocol/inbox.ts'

const signs = {
  comment: 'talk',
  thread: 'talk',
  reply: 'reply',
  mention: 'mention',
  invited: 'plus',
  joined: 'plus',
  answer: 'talk',
  device: 'bell',
  report: 'bell',
} as const satisfies Record<Exclude<NotificationKind, 'empathy'>, ToolIconName>

/** What kind of news it is, for the eye that runs over a list: the sentence beside it says it. */
export function NotificationSign({ kind }: { kind: NotificationKind }) {
  return kind === 'empathy' ? <ReactionIcon isMine={false} /> : <ToolIcon name={signs[kind]} />
}
