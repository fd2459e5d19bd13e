import { AppError } from '../../kernel/errors.ts';

export function malformedJson(en: string, es: string): AppError {
  return new AppError('malformed_json', {
    en: `The JSON body is malformed: ${en}. Let a JSON library write it.`,
    es: `El cuerpo JSON está mal formado: ${es}. Deje que lo escriba una biblioteca JSON.`,
  });
}

export function badEscape(): AppError {
  return malformedJson('a string contains an unknown escape', 'una cadena contiene un escape desconocido');
}
