import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { ImportProgress } from './import.importer.ts'
import type { Order } from './import.sending.ts'
import { type PicturesProgress, useImporting } from './useImporting.ts'

interface ImportRunProps {
  order: Order
  onMore: () => void
}

/** How far the import has come, and what can be done about it. */
export function ImportRun({ order, onMore }: ImportRunProps) {
  const { progress, picturesProgress, stop, resume, again } = useImporting(order)
  const { state, made, total, failed } = progress
  const isOver = state === 'done' || state === 'stopped'
  return (
    <Card className="imports__run">
      <progress
        className="imports__bar"
        max={total}
        value={made + failed.length}
        aria-label={t('imports.title')}
      />
      <p>{t('imports.progress', { made, total })}</p>
      {order.pictures.size > 0 && <PictureLine progress={picturesProgress} total={order.pictures.size} />}
      <Message kind={state === 'paused' ? 'error' : 'status'}>{t(STATE_TEXTS[state])}</Message>
      <FailedImports summary={t('imports.failed', { count: failed.length })} failed={failed} />
      <FailedImports
        summary={t('imports.picturesLeft', { count: picturesProgress.rejected.length })}
        failed={picturesProgress.rejected}
      />
      <div className="imports__actions">
        {state === 'paused' && <Button onClick={resume}>{t('imports.goOn')}</Button>}
        {!isOver && <Button onClick={stop}>{t('imports.stop')}</Button>}
        {isOver && (failed.length > 0 || state === 'stopped') && (
          <Button onClick={again}>{t('imports.again')}</Button>
        )}
        {isOver && <Button onClick={onMore}>{t('imports.more')}</Button>}
        {isOver && (
          <ButtonLink kind="primary" to={paths.topics}>
            {t('notes.topicList')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}

const STATE_TEXTS = {
  running: 'imports.running',
  waiting: 'imports.waiting',
  paused: 'imports.paused',
  stopped: 'imports.stopped',
  done: 'imports.done',
} as const satisfies Record<ImportProgress['state'], string>

function PictureLine({ progress: { sent, current }, total }: { progress: PicturesProgress; total: number }) {
  return (
    <p className="imports__hint">
      {t('imports.picturesProgress', { sent, total })}{' '}
      {current !== null && t('notePictures.goingUp', { percent: Math.floor(current * 100) })}
    </p>
  )
}

function FailedImports({ summary, failed }: { summary: string; failed: ImportProgress['failed'] }) {
  if (failed.length === 0) return null
  return (
    <Disclosure summary={summary} defaultOpen>
      <ul className="imports__notes">
        {failed.map(({ title, reason }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only ever added
          <li key={place}>
            <span className="imports__note-title" dir="auto">
              {title}
            </span>
            <span className="imports__hint">{reason}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
