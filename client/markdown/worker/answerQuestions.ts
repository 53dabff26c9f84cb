import type { Answer, Question } from '#client/markdown/drawn.ts'

/** Makes a worker of an engine. It says `ready` once, then answers one question after the other. */
export function answerQuestions<Job>(draw: (job: Job, mostSize: number) => Answer): void {
  addEventListener('message', ({ data }: MessageEvent<Question<Job>>) => {
    postMessage(draw(data.job, data.mostSize))
  })
  postMessage('ready')
}
