import { useId, useRef, useState } from 'react'
import { SyntaxGuide } from '#client/features/notes/editor/guide/SyntaxGuide.tsx'
import { createHighlightLayer } from '#client/features/notes/editor/highlight/highlightLayer.ts'
import { EditorTools } from '#client/features/notes/editor/keys/EditorTools.tsx'
import { useEditorKeys, useScreenKeys } from '#client/features/notes/editor/keys/useEditorKeys.ts'
import { SMALL_SCREEN, WIDE_SCREEN } from '#client/features/notes/editor/layout/useEditorMode.ts'
import { useEditorPageState } from '#client/features/notes/editor/layout/useEditorPageState.ts'
import { useVisibleHeight } from '#client/features/notes/editor/layout/useVisibleHeight.ts'
import { PrintedText } from '#client/features/notes/editor/result/PrintedText.tsx'
import { RenderedText } from '#client/features/notes/editor/result/RenderedText.tsx'
import { ResultPanel } from '#client/features/notes/editor/result/ResultPanel.tsx'
import { usePrintedText } from '#client/features/notes/editor/result/usePrintedText.ts'
import { useSideBySide } from '#client/features/notes/editor/result/useSideBySide.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { textLength } from '#protocol/textLength.ts'
import { type Said, SampleStatus } from './SampleStatus.tsx'
import { SampleText } from './SampleText.tsx'
import { SampleTitle } from './SampleTitle.tsx'
import { TrialDraftPrompt } from './TrialDraftPrompt.tsx'
import { useTriedText } from './useTriedText.ts'
import '#client/features/notes/editor/layout/writing.css'
import '#client/features/notes/editor/layout/sheet.css'
import '#client/features/notes/editor/status/status.css'
import '#client/features/notes/editor/layout/writing.screens.css'
// Last: it gives way to nothing before it.
import './sampleEditor.css'

/** The place to write, to try it out. Nothing is saved, whatever is pressed. */
export function SampleEditor() {
  const { tried, isWritten, change } = useTriedText()
  const [said, setSaid] = useState<Said | null>(null)
  const [isResultOpen, setResultOpen] = useState(true)
  const [offersTrialDraft, setOffersTrialDraft] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const result = useRef<HTMLElement>(null)
  const [layer] = useState(createHighlightLayer)
  const ids = useId()
  const isSmall = useMediaQuery(SMALL_SCREEN)
  const isBeside = useMediaQuery(WIDE_SCREEN) && isResultOpen
  const { run, showsTabHint, handlers } = useEditorKeys(area)
  const notifyRendered = useSideBySide(isBeside, { scroller, area, layer, result })
  const printing = usePrintedText(tried.title)
  useEditorPageState(false)
  useVisibleHeight(place)
  useScreenKeys({ save, print: () => void printing.printText() })

  function save() {
    setSaid('lookaround.cannotSave')
    setOffersTrialDraft(isWritten)
  }

  function writeOn() {
    setOffersTrialDraft(false)
    area.current?.focus()
  }

  return (
    <div ref={place} className={`writing writing--tried writing--${isBeside ? 'split' : 'write'}`}>
      <ScreenTitle title={t('notes.write')} hidden />
      <div className="writing__start">
        <ButtonLink kind="quiet" to={paths.home}>
          <Icon name="back" />
          {t('shell.toHome')}
        </ButtonLink>
      </div>
      <EditorTools
        areaId={`${ids}-text`}
        isSmall={isSmall}
        isWithoutPictures
        onRun={doing => {
          area.current?.focus()
          if (typeof doing === 'function') run(doing)
        }}
        onStep={step => {
          area.current?.focus()
          document.execCommand(step)
        }}
      />
      <div className="writing__buttons">
        <Button kind="primary" onMouseDown={event => event.preventDefault()} onClick={save}>
          {t('notes.save')}
        </Button>
      </div>
      <div className="writing__banners">
        {offersTrialDraft && isWritten && <TrialDraftPrompt written={tried} onWriteOn={writeOn} />}
      </div>
      <div ref={scroller} className="writing__scroller">
        <div className="writing__sheet">
          <SampleTitle
            ref={titleField}
            value={tried.title}
            onChange={title => {
              change({ title })
              setSaid(null)
            }}
            onDone={() => area.current?.focus()}
          />
          <div className="writing__columns">
            <SampleText
              ref={area}
              id={`${ids}-text`}
              layer={layer}
              value={tried.text}
              onChange={text => change({ text })}
              aria-describedby={`${ids}-count ${ids}-keys`}
              {...handlers}
            />
            <ResultPanel ref={result} isOpen={isResultOpen} onFold={() => setResultOpen(!isResultOpen)}>
              <RenderedText text={tried.text} onDrawn={notifyRendered} />
            </ResultPanel>
          </div>
          <p className="visually-hidden" id={`${ids}-keys`}>
            {t('notes.keysWayOut')}
          </p>
        </div>
        <Card className="writing__panels" padded={false}>
          <SyntaxGuide />
        </Card>
      </div>
      <SampleStatus
        said={said}
        onSay={setSaid}
        length={textLength(tried.text)}
        countId={`${ids}-count`}
        showsTabHint={showsTabHint}
      />
      {printing.isPrinted && <PrintedText ref={printing.sheet} writing={tried} />}
    </div>
  )
}
