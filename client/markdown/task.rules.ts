import type { MarkdownIt, StateCore } from 'markdown-it'

const MARK = /^\[([ xX])\][ \t]+(?=\S)/

/** A list item that begins with `[ ]` or `[x]` is a task; `meta.task` says on its item and text whether it is done. */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'tasks', markTasks)
}

function markTasks(state: StateCore): void {
  state.tokens.forEach((token, index) => {
    if (token.type !== 'inline') return
    const item = state.tokens[index - 2]
    const mark = item?.type === 'list_item_open' ? MARK.exec(token.content) : null
    if (item === undefined || mark === null) return
    token.content = token.content.slice(mark[0].length)
    token.meta = { task: mark[1] === ' ' ? 'open' : 'done' }
    item.meta = token.meta
  })
}
