import { t } from '#client/platform/language/language.ts'
import type { CommentView } from '#protocol/comments.ts'

interface CommentQuoteProps {
  replyTo: NonNullable<CommentView['replyTo']>
  /** Leads to it; without it, or once it is deleted, it is only shown. */
  onQuote?: ((commentNo: number) => void) | undefined
}

/** The first line of what a comment answers. */
export function CommentQuote({ replyTo: { commentNo, quote }, onQuote }: CommentQuoteProps) {
  if (quote === null) return <p className="comment__quote">{t('comments.quoteGone')}</p>
  const words = (
    <>
      <b>{quote.writer}</b> <bdi>{quote.line}</bdi>
    </>
  )
  if (!onQuote) return <p className="comment__quote">{words}</p>
  return (
    <button
      type="button"
      className="comment__quote"
      title={t('comments.toOriginal', { name: quote.writer })}
      onClick={() => onQuote(commentNo)}
    >
      {words}
    </button>
  )
}
