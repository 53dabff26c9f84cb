import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Message } from '#client/ui/Message.tsx'
import type { ImportProgress } from './import.importer.ts'
import type { ImportJob } from './import.pictures.ts'
import { type PicturesProgress, useImport } from './useImport.ts'

interface ImportRunProps {
  job: ImportJob
  onReset: () => void
}

/** The progress of the import, with buttons to stop, resume and repeat it. */
export function ImportRun({ job, onReset }: ImportRunProps) {
  const { progress, picturesProgress, stop, resume, restart } = useImport(job)
  const { state, created, total, failed } = progress
  const isFinished = state === 'done' || state === 'stopped'
  return (
    <Card className="imports__run">
      <progress
        className="imports__bar"
        max={total}
        value={created + failed.length}
        aria-label={t('imports.title')}
      />
      <p>{t('imports.progress', { made: created, total })}</p>
      {job.pictures.size > 0 && <PictureProgress progress={picturesProgress} total={job.pictures.size} />}
      <Message kind={state === 'paused' ? 'error' : 'status'}>{t(STATE_TEXTS[state])}</Message>
      <FailedImports summary={t('imports.failed', { count: failed.length })} failed={failed} />
      <FailedImports
        summary={t('imports.picturesLeft', { count: picturesProgress.rejected.length })}
        failed={picturesProgress.rejected}
      />
      <div className="imports__actions">
        {state === 'paused' && <Button onClick={resume}>{t('imports.goOn')}</Button>}
        {!isFinished && <Button onClick={stop}>{t('imports.stop')}</Button>}
        {isFinished && (failed.length > 0 || state === 'stopped') && (
          <Button onClick={restart}>{t('imports.again')}</Button>
        )}
        {isFinished && <Button onClick={onReset}>{t('imports.more')}</Button>}
        {isFinished && (
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

function PictureProgress({
  progress: { sent, current },
  total,
}: {
  progress: PicturesProgress
  total: number
}) {
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
        {failed.map(({ title, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={index}>
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
