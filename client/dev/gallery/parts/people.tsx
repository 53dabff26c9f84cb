import { Avatar, AvatarGroup } from '#client/ui/Avatar.tsx'
import { MeBadge, UnreadBadge } from '#client/ui/Badge.tsx'
import { DecorativeText, TypingDots } from '#client/ui/Decorative.tsx'
import { ShortNames } from '#client/ui/names.tsx'
import { DayLine, RelativeTime } from '#client/ui/RelativeTime.tsx'
import { friends, me, part } from './part.tsx'

const names = friends.map(({ name }) => name)
const [friend = me] = friends
const MINUTE_MS = 60_000

export const people = [
  part(Avatar, {
    default: <Avatar person={friend} />,
    'size single': <Avatar person={friend} size="single" />,
    'size grouped': <Avatar person={friend} size="grouped" />,
    'with a picture': <Avatar person={me} />,
    'a latin name': <Avatar person={{ userNo: 9, name: 'alice', picture: null }} />,
  }),
  part(AvatarGroup, {
    default: <AvatarGroup people={friends.slice(0, 2)} />,
    'one alone': <AvatarGroup people={friends.slice(0, 1)} />,
    three: <AvatarGroup people={friends.slice(0, 3)} />,
    'more than are shown': <AvatarGroup people={[me, ...friends]} />,
  }),
  part(UnreadBadge, {
    default: <UnreadBadge count={3} />,
    'more than are counted': <UnreadBadge count={1_000} />,
    isQuiet: <UnreadBadge count={3} isQuiet />,
    'labelKey common.waitingReports': <UnreadBadge count={3} labelKey="common.waitingReports" />,
  }),

  part(TypingDots, { default: <TypingDots /> }),
  part(MeBadge, { default: <MeBadge /> }),
  part(DecorativeText, {
    default: <DecorativeText words={friend.name} />,
    'long text': <DecorativeText words={names.join(', ')} />,
  }),
  part(ShortNames, {
    'one alone': <ShortNames names={names.slice(0, 1)} />,
    default: <ShortNames names={names.slice(0, 2)} />,
    'more than are named': <ShortNames names={names} />,
    'long text': <ShortNames names={names.map(name => `${name}${name}${name}${name}${name}`)} />,
  }),
  part(DayLine, {
    default: <DayLine at={new Date().toISOString()} />,
    'long ago': <DayLine at="2025-03-08T21:14:00+09:00" />,
  }),
  part(RelativeTime, {
    default: <RelativeTime at={Date.now()} />,
    'some minutes ago': <RelativeTime at={Date.now() - 12 * MINUTE_MS} />,
    'long ago': <RelativeTime at="2026-03-08T21:14:00+09:00" />,
  }),
]
