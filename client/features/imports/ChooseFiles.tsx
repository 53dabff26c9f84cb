import { type DragEvent, useRef, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Message } from '#client/ui/Message.tsx'
import { IMPORT_NOTES_MAX } from '#protocol/limits.ts'
import type { ReadFiles } from './import.chosen.ts'
import { readFiles } from './import.reading.ts'

interface ChooseFilesProps {
  onRead: (read: ReadFiles) => void
}

/** Files are chosen, or dropped onto the sheet, and read at once. */
export function ChooseFiles({ onRead }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [isOver, setOver] = useState(false)

  async function read(files: FileList): Promise<void> {
    if (isReading || files.length === 0) return
    const chosen = [...files]
    setReading(true)
    onRead(await readFiles(chosen))
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files)
  }

  function showPlace(event: DragEvent): void {
    event.preventDefault()
    setOver(event.type === 'dragover')
  }

  return (
    <Card
      className={`imports__place ${isOver ? 'imports__place--over' : ''}`}
      onDragOver={showPlace}
      onDragLeave={showPlace}
      onDrop={drop}
    >
      <p>{t('imports.lead')}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".md,.markdown,.txt,.zip,.png,.jpg,.jpeg,.gif,.webp"
        hidden
        onChange={event => void read(event.currentTarget.files ?? new FileList())}
      />
      <div className="imports__choosing">
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
