import { t } from '#client/platform/language/language.ts'
import { TypingDots } from '#client/ui/TypingDots.tsx'

/** Who is writing a comment right now. Its line stays free, so that nothing moves. */
export function TypingIndicator({ names }: { names: readonly string[] }) {
  return (
    <p className="comments__composing" role="status">
      {names.length > 0 && <TypingDots />}
      {composingText(names)}
    </p>
  )
}

/** Empty while nobody is. */
export function composingText([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  if (others.length > 0) return t('comments.composingMany', { count: others.length + 1 })
  return t('comments.composing', { name: first })
}
