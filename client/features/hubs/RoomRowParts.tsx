import { typingText, useAllTypingNames } from '#client/features/comments/TypingIndicator.tsx'
import { t } from '#client/platform/language/language.ts'
import { AvatarGroup } from '#client/ui/Avatar.tsx'
import { DecorativeText, TypingDots } from '#client/ui/Decorative.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { HubView, LatestView } from '#protocol/hubs.ts'
import { avatarsOf } from './hubs.members.ts'
import './roomRow.css'

/** Icons of pinned and muted rooms. Screen readers get `preferencesText`. */
export function PreferenceIcons({ isPinned, isMuted }: Pick<HubView, 'isPinned' | 'isMuted'>) {
  if (!isPinned && !isMuted) return null
  return (
    <span className="room-preferences">
      {isPinned && <ToolIcon name="pin" />}
      {isMuted && <ToolIcon name="bellOff" />}
    </span>
  )
}

/** Text for screen readers; empty if the room is neither pinned nor muted. */
export function preferencesText({ isPinned, isMuted }: Pick<HubView, 'isPinned' | 'isMuted'>): string {
  const marks = [isPinned && t('hubs.isPinned'), isMuted && t('hubs.isMuted')]
  return marks.filter(mark => mark).join(', ')
}

/** Equally wide for any number of members, so that the names align. */
export function RoomAvatars({ hub }: { hub: HubView }) {
  return (
    <span className="room-avatars">
      <AvatarGroup people={avatarsOf(hub)} />
    </span>
  )
}

interface LatestActivityProps {
  hubNo: number
  latest: LatestView
  myNo: number
}

/**
 * The latest activity of a room with its author, or who is typing there. Decorative, because
 * `latestActivityText` describes it.
 */
export function LatestActivity({ hubNo, latest, myNo }: LatestActivityProps) {
  const typingNames = useAllTypingNames(hubNo, myNo)
  if (typingNames.length > 0)
    return (
      <span className="room-row__typing">
        <TypingDots />
        <DecorativeText words={typingText(typingNames)} />
      </span>
    )
  return (
    <>
      <b>
        <DecorativeText words={writerName(latest, myNo)} />
      </b>{' '}
      <DecorativeText words={activityText(latest)} />
    </>
  )
}

/** Text for screen readers. */
export function latestActivityText(latest: LatestView, myNo: number): string {
  return `${writerName(latest, myNo)}: ${activityText(latest)}`
}

const writerName = ({ writerNo, writer }: LatestView, myNo: number) =>
  writerNo === myNo ? t('common.meAsWriter') : writer

const activityText = ({ kind, text }: LatestView) =>
  kind === 'note' ? t('hubs.latestNote', { title: text }) : text
