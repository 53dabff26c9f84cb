import { composingText } from '#client/features/comments/TypingIndicator.tsx'
import { useComposersAnywhere } from '#client/features/comments/useComposing.ts'
import { t } from '#client/platform/language/language.ts'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { TypingDots } from '#client/ui/TypingDots.tsx'
import type { LatestView } from '#protocol/hubs.ts'

interface LatestLineProps {
  hubNo: number
  latest: LatestView
  myNo: number
}

/**
 * What happened last in a room, with whose it is, or who is writing there now. It stands for itself in the room, so it is drawn here
 * and not read twice.
 */
export function LatestLine({ hubNo, latest, myNo }: LatestLineProps) {
  const composers = useComposersAnywhere(hubNo, myNo)
  if (composers.length > 0)
    return (
      <span className="room-row__latest room-row__latest--composing">
        <TypingDots />
        <DecorativeText words={composingText(composers)} />
      </span>
    )
  return (
    <span className="room-row__latest">
      <b>
        <DecorativeText words={writerOf(latest, myNo)} />
      </b>{' '}
      <DecorativeText words={saidOf(latest)} />
    </span>
  )
}

/** The same for who is read to. */
export function latestText(latest: LatestView, myNo: number): string {
  return `${writerOf(latest, myNo)}: ${saidOf(latest)}`
}

const writerOf = ({ writerNo, writer }: LatestView, myNo: number) =>
  writerNo === myNo ? t('common.me') : writer

const saidOf = ({ kind, text }: LatestView) =>
  kind === 'note' ? t('hubs.latestNote', { title: text }) : text
