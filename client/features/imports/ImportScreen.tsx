import { useAtom } from 'jotai'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  longTextAtom,
  noLongText,
  undecideLongText,
} from '#client/features/notes/attachments/longText.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Drawing } from '#client/ui/Drawing.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { IMPORT_NOTES_MAX } from '#protocol/limits.ts'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportRun } from './ImportRun.tsx'
import type { ParsedFiles } from './import.parser.ts'
import type { ImportJob } from './import.pictures.ts'
import { readFiles } from './import.reader.ts'
import './imports.css'

type Step = { is: 'choosing' } | { is: 'previewing'; read: ParsedFiles } | { is: 'importing'; job: ImportJob }

/** Imports files as notes in three steps: choose, preview, import. */
export function ImportScreen() {
  const [step, setStep] = useState<Step>({ is: 'choosing' })
  const [{ text: longText, isDivided }, setLongText] = useAtom(longTextAtom)

  // A long text from the paste dialog is imported like a file.
  const readLongText = useEffectEvent(async () => {
    if (!isDivided || longText === '') return
    const parsed = await readFiles([new File([longText], `${t('notes.longTextFile')}.md`)])
    setStep({ is: 'previewing', read: parsed })
  })
  useEffect(() => void readLongText(), [])
  // Not before the import is complete: until then the text can be imported again, which adds what is missing.
  const clearLongText = () => setLongText(longText => (longText.isDivided ? noLongText : longText))

  function reset() {
    setLongText(undecideLongText)
    setStep({ is: 'choosing' })
  }

  return (
    <div className="imports">
      <p className="imports__back">
        <ButtonLink kind="quiet" to={paths.topics}>
          <Icon name="back" />
          {t('notes.topicList')}
        </ButtonLink>
      </p>
      <ScreenTitle title={t('imports.title')} />
      {step.is === 'choosing' && (
        <ChooseFiles onRead={parsed => setStep({ is: 'previewing', read: parsed })} />
      )}
      {step.is === 'previewing' && (
        <ImportPreview read={step.read} onStart={job => setStep({ is: 'importing', job })} onReset={reset} />
      )}
      {step.is === 'importing' && <ImportRun job={step.job} onComplete={clearLongText} onReset={reset} />}
    </div>
  )
}

interface ChooseFilesProps {
  onRead: (parsed: ParsedFiles) => void
}

/** Reads files as soon as the user chooses or drops them. */
function ChooseFiles({ onRead }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [isDraggingOver, setDraggingOver] = useState(false)

  async function readChosenFiles(files: FileList): Promise<void> {
    if (isReading || files.length === 0) return
    const fileList = [...files]
    setReading(true)
    onRead(await readFiles(fileList))
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setDraggingOver(false)
    void readChosenFiles(event.dataTransfer.files)
  }

  function handleDrag(event: DragEvent): void {
    event.preventDefault()
    setDraggingOver(event.type === 'dragover')
  }

  return (
    <Card
      className={`imports__drop-zone ${isDraggingOver ? 'imports__drop-zone--over' : ''}`}
      onDragOver={handleDrag}
      onDragLeave={handleDrag}
      onDrop={drop}
    >
      <Drawing name="notes" />
      <p className="imports__lead">{t('imports.lead')}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".md,.markdown,.txt,.zip,.png,.jpg,.jpeg,.gif,.webp"
        hidden
        onChange={event => void readChosenFiles(event.currentTarget.files ?? new FileList())}
      />
      <div className="imports__choose">
        <Button kind="primary" busy={isReading} onClick={() => input.current?.click()}>
          {t('imports.choose')}
        </Button>
        <Message>{isReading && t('imports.reading')}</Message>
      </div>
      <p className="imports__hint">
        <span className="imports__drop">{t('imports.drop')} </span>
        {t('imports.limits', { count: IMPORT_NOTES_MAX })}
      </p>
    </Card>
  )
}
