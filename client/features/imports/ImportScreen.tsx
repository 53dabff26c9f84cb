import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { longTextAtom, noLongText } from '#client/features/notes/pasting/long.text.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ChooseFiles } from './ChooseFiles.tsx'
import { ImportPreview } from './ImportPreview.tsx'
import { ImportRun } from './ImportRun.tsx'
import type { ReadFiles } from './import.chosen.ts'
import { readFiles } from './import.reading.ts'
import type { Order } from './import.sending.ts'
import './imports.css'

/** What is imported, as far as it has come. */
type Step = { is: 'choosing' } | { is: 'previewing'; read: ReadFiles } | { is: 'making'; order: Order }

/** Files become notes: they are chosen, looked at, and made. Nothing is made before the preview was agreed to. */
export function ImportScreen() {
  const [step, setStep] = useState<Step>({ is: 'choosing' })
  const [{ text: longText, isDivided }, setLongText] = useAtom(longTextAtom)

  // A text that was too long to be pasted is the first file.
  const readLongText = useEffectEvent(async () => {
    if (!isDivided || longText === '') return
    const read = await readFiles([new File([longText], `${t('notes.longTextFile')}.md`)])
    setStep({ is: 'previewing', read })
  })
  useEffect(() => void readLongText(), [])
  // Left during the making it goes: loaded again, the page still has it and adds what is missing.
  const forgetMade = useEffectEvent(() => {
    if (step.is === 'making') setLongText(noLongText)
  })
  useEffect(() => () => forgetMade(), [])

  function chooseOthers() {
    setLongText(noLongText)
    setStep({ is: 'choosing' })
  }

  return (
    <div className="imports">
      <ScreenTitle title={t('imports.title')} />
      <p className="imports__back">
        <ButtonLink kind="quiet" to={paths.topics}>
          <Icon name="back" />
          {t('notes.topicList')}
        </ButtonLink>
      </p>
      {step.is === 'choosing' && <ChooseFiles onRead={read => setStep({ is: 'previewing', read })} />}
      {step.is === 'previewing' && (
        <ImportPreview
          read={step.read}
          onBegin={order => setStep({ is: 'making', order })}
          onChooseOthers={chooseOthers}
        />
      )}
      {step.is === 'making' && <ImportRun order={step.order} onMore={chooseOthers} />}
    </div>
  )
}
