import { tokenCheck } from '../http/api/metrics/routes.ts';
import type { MetricsReader } from '../observability/metrics.ts';
import { bearerToken } from '../http/pipeline/authentication.ts';
import { hasSecondHost, targetOf } from '../http/pipeline/requestTarget.ts';

/** Creates the handler of a listener that serves metrics only, and requires the token if there is one. */
export function answerMetricsAlone(metrics: MetricsReader, token: string | null) {
  const isRight = token === null ? () => true : tokenCheck(token);
  return async (request: Request): Promise<Response> => {
    if (hasSecondHost(request)) {
      return new Response('there is more than one Host header\n', { status: 400 });
    }
    const { pathname } = new URL(`http://localhost${targetOf(request)}`);
    if (!['GET', 'HEAD'].includes(request.method) || pathname !== '/metrics') {
      return new Response('only GET /metrics is here\n', { status: 404 });
    }
    if (!isRight(bearerToken(request) ?? '')) {
      return new Response('the bearer token is missing or wrong\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    return new Response(await metrics.read(), { headers: { 'content-type': metrics.contentType } });
  };
}
