import './markdown.css'
import './elements.css'
import './blocks.css'
import { useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { useLanguage } from '#client/platform/language/language.ts'
import type { MarkdownTask } from '#protocol/markdown/task.rules.ts'
import { type RenderingInfo, renderMarkdown, renderMore, renderWholeText } from './markdown.rendering.ts'
import {
  IsArticle,
  IsAuthor,
  type StaticPage,
  StaticPageContext,
  TextId,
  ToggleTask,
} from './markdownContexts.ts'
import { AllowedHosts } from './PictureConsent.tsx'
import { scheduleFullFrame } from './scheduler.ts'

export interface MarkdownProps {
  text: string
  /** Whether the reader is writing the text. Pictures of other sites are then shown without asking. */
  isOwnText?: boolean
  /** Whether it is the main article of the screen, of which there is at most one. The URL can then point to its headings. */
  isArticle?: boolean
  /** Absent if the reader is not allowed to check tasks. */
  onToggleTask?: ((task: MarkdownTask, isDone: boolean) => void) | undefined
  /** Called when another text is on the page, and when it is complete. */
  onRendered?: (info: RenderingInfo) => void
}

/** Renders the text of a note. Import it lazily: the parser and the renderers are too large for a first page. */
export function Markdown({
  text,
  isOwnText = false,
  isArticle = false,
  onToggleTask,
  onRendered,
}: MarkdownProps) {
  const id = useId()
  // The elements are kept, so that labels in them are rendered again only under another key.
  const { language } = useLanguage()
  const [last, setLast] = useState(() => renderMarkdown(text))
  // State and not a memo, because the block keys of a rendering derive from the previous one.
  const rendering = last.text === text ? last : renderMarkdown(text, last)
  if (rendering !== last) setLast(rendering)

  useLayoutEffect(() => {
    if (!rendering.isComplete) return scheduleFullFrame(() => setLast(renderMore(rendering)))
  }, [rendering])

  const { isComplete, headings, lines } = rendering
  const notifyRendered = useEffectEvent(() => onRendered?.({ headings, lines, isComplete }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has its own headings
  useLayoutEffect(() => notifyRendered(), [isComplete, headings])

  return (
    <IsAuthor value={isOwnText}>
      <IsArticle value={isArticle}>
        <TextId value={id}>
          <ToggleTask value={onToggleTask ?? null}>
            <div className="md" key={language} aria-busy={!isComplete || undefined}>
              {rendering.elements}
            </div>
          </ToggleTask>
        </TextId>
      </IsArticle>
      {!isOwnText && <AllowedHosts hosts={rendering.pictureHosts} />}
    </IsAuthor>
  )
}

interface StaticMarkdownProps {
  text: string
  /** Empty if it is unknown. */
  lang: string
  shows: StaticPage
}

/** The article of a page without scripts. */
export function StaticMarkdown({ text, lang, shows }: StaticMarkdownProps) {
  return (
    <StaticPageContext value={shows}>
      <IsArticle value={true}>
        <TextId value="note">
          <div className="md" lang={lang}>
            {renderWholeText(text).elements}
          </div>
        </TextId>
      </IsArticle>
    </StaticPageContext>
  )
}
