import { t } from '#client/platform/language/language.ts'
import { Echo } from '#client/ui/Echo.tsx'
import type { LatestView } from '#protocol/hubs.ts'

/** What happened last in a room, with whose it is. It stands for itself in the room, so it is drawn here and not read twice. */
export function LatestLine({ latest, myNo }: { latest: LatestView; myNo: number }) {
  return (
    <span className="room-row__latest">
      <b>
        <Echo words={writerOf(latest, myNo)} />
      </b>{' '}
      <Echo words={saidOf(latest)} />
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
